/** Errors of single sign-on through the organization's OpenID provider or proxy; part of the error table. */

export const organizationErrors = {
  'provider-away': {
    status: 503,
    message: 'Could not reach {provider}. Please try again in a few minutes.',
  },
  'provider-email-missing': {
    status: 403,
    message: 'We did not receive your email address from {provider}. An account requires one.',
  },
  'provider-domain-refused': {
    status: 403,
    message:
      'Your email address is not allowed to sign in with {provider}. Please contact the site administrator.',
  },
  'provider-no-account': {
    status: 403,
    message:
      'You do not have an account here yet, and sign-in with {provider} does not create one. Please contact the site administrator.',
  },
  'provider-account-unconfirmed': {
    status: 409,
    message:
      "An account with this email address already exists, but the address was never confirmed. Use 'Forgot password?', then continue with {provider}.",
  },
  'proxy-user-unusable': {
    status: 400,
    message: 'The sign-in proxy sent a user name that cannot be used. Please contact the site administrator.',
  },
  'organisation-only': {
    status: 403,
    message: 'Password sign-in is disabled. Please continue with {provider}.',
  },
  'connection-required': {
    status: 409,
    message: 'This site requires sign-in with {provider}, so you cannot disconnect it.',
  },
} as const
