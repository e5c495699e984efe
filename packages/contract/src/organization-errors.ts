/** What can go wrong for people who come in through their organisation. */

export const organizationErrors = {
  'provider-away': {
    status: 503,
    message: 'We cannot reach {provider} at the moment. Please try again in a few minutes.',
  },
  'provider-email-missing': {
    status: 403,
    message: 'We did not learn your email address from {provider}, and without one there is no account.',
  },
  'provider-domain-refused': {
    status: 403,
    message:
      'Your email address is not one of those that may come in with {provider}. Please ask whoever runs this site.',
  },
  'provider-no-account': {
    status: 403,
    message:
      'There is no account for you here yet, and {provider} does not make one. Please ask whoever runs this site.',
  },
  'provider-account-unconfirmed': {
    status: 409,
    message:
      "There is an account with this email address already, but the address was never confirmed. Open the link that 'Forgot password?' sends you, then continue with {provider}.",
  },
  'organisation-only': {
    status: 403,
    message: 'Passwords are off on this site. Please continue with {provider}.',
  },
  'connection-required': {
    status: 409,
    message: 'People come into this site with {provider} alone, so this connection stays.',
  },
} as const
