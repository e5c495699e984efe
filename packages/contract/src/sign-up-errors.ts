/** Errors of invitations and of sites where not everyone can sign up; part of the error table. */

export const signUpErrors = {
  'sign-up-closed': {
    status: 403,
    message: 'Sign-up is closed. Please ask the site administrator for an account.',
  },
  'sign-up-by-invitation': {
    status: 403,
    message: 'Accounts are by invitation only. Please ask the site administrator for an invitation.',
  },
  'invitation-invalid': {
    status: 410,
    message: 'This invitation no longer works. Please ask the site administrator for a new one.',
  },
  'invitation-other-email': {
    status: 403,
    message: 'This invitation is for another email address.',
  },
  'invitation-not-found': { status: 404, message: 'This invitation does not exist or was already accepted.' },
  'invitations-off': {
    status: 409,
    message: 'Invitations are off, because accounts on this site are not by invitation.',
  },
} as const
