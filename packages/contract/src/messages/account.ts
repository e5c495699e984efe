/** Texts of the sign-in, sign-up, password reset and email confirmation pages. */
import type { Instance } from '../instance.ts'
import { productName } from '../product-name.ts'

const unexpected = 'An unexpected error occurred. Please try again.'

function failure(title: string) {
  return { refusedTitle: title, refusedText: unexpected, unexpectedTitle: title, unexpectedText: unexpected }
}

export const accountMessages = {
  username: 'Username',
  usernameOrEmailHint: 'Your email address works too.',
  email: 'Email',
  password: 'Password',
  confirmPassword: 'Confirm password',
  newPassword: 'New password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  strength: 'Password strength',
  strengthBefore: 'At least 8 characters. A few random words work well.',
  fieldMissing: 'Please fill in this field.',
  passwordsDiffer: 'Passwords do not match.',
  confirmDiffers: 'Does not match the password above.',
  continueWith: (provider: string) => `Continue with ${provider}`,
  or: 'or',

  signIn: {
    heading: 'Sign In',
    lead: 'Welcome back. Your conversions are where you left them.',
    rememberMe: 'Remember me',
    forgot: 'Forgot password?',
    action: 'Sign In',
    busy: 'Signing in...',
    noAccount: 'No account yet?',
    signUp: 'Sign Up',
    missing: 'Please enter both username and password',
    succeededToast: { title: 'Success', description: 'You have successfully logged in' },
    refusedTitle: 'Login Failed',
    refusedText: 'Invalid username or password',
    unexpectedTitle: 'Login Error',
    unexpectedText: unexpected,
  },

  /** For sites that only allow sign-in through the organization. */
  organisation: {
    lead: (name: string) => `Sign in with your ${name} account.`,
    byPassword: 'Site administrator? Sign in with a password',
  },

  code: {
    heading: 'Enter your code',
    lead: 'Enter the six-digit code from your authenticator app.',
    label: 'Code',
    recoveryHeading: 'Enter a recovery code',
    recoveryLead: 'Use one of the codes you saved when you turned on two-step sign-in. Each works once.',
    recoveryLabel: 'Recovery code',
    useRecovery: 'Use a recovery code instead',
    useApp: 'Use the authenticator app instead',
    action: 'Continue',
    busy: 'Checking...',
    startOver: 'Start over',
    missing: 'Please enter the code',
    refusedText: 'Wrong code, or it was already used.',
  },

  signUp: {
    heading: 'Sign Up',
    lead: {
      public: 'Free, with all your conversions in one place.',
      private: 'All your conversions in one place.',
    } satisfies Record<Instance, string>,
    agreeBefore: 'I agree to the',
    terms: 'Terms of Service',
    agreeBetween: 'and the',
    privacy: 'Privacy Policy',
    action: 'Create account',
    busy: 'Creating account...',
    haveAccount: 'Already have an account?',
    signIn: 'Sign In',
    notAgreed: 'You must agree to the terms and conditions.',
    missing: 'Please fill out all required fields.',
    succeededToast: {
      title: 'Account created',
      description: `Welcome to ${productName}! Your account has been created.`,
    },
    /** For registration outside of the sign-up page. */
    elsewhereToast: { title: 'Registration Successful', description: 'Your account has been created' },
    refusedTitle: 'Registration Failed',
    refusedText: 'Could not create account',
    unexpectedTitle: 'Registration Error',
    unexpectedText: unexpected,
  },

  /** For sites where not everyone can sign up. */
  signUpRefused: {
    invite: {
      heading: 'By invitation only',
      text: 'To create an account here, you need an invitation link from the site administrator. Open the link to continue.',
    },
    closed: {
      heading: 'Sign-up is closed',
      text: 'Accounts on this site are created by its administrator. If you have one, sign in.',
    },
    signIn: 'Sign In',
  },

  invitation: {
    heading: 'Accept your invitation',
    lead: 'Create your account. The invitation works once.',
    checking: 'Checking your invitation...',
    emailHint: 'The invitation is for this address.',
    invalidHeading: 'This invitation no longer works',
    invalidText:
      'It has expired, was used, or was revoked. Ask the person who sent it for a new one. If you already have an account, sign in.',
    signIn: 'Sign In',
    failedHeading: 'Could not check your invitation',
    failedText: 'Could not reach the server. Please try again.',
    retry: 'Try again',
  },

  setUp: {
    heading: 'Set up Filesmith',
    lead: 'Create the first operator account. Operators can see and change everything on this site.',
    checking: 'Checking your link...',
    action: 'Create operator account',
    missing: 'Please fill out all required fields.',
    succeededToast: {
      title: 'Filesmith is set up',
      description: 'You are signed in as its first operator.',
    },
    ...failure('Could not create the account'),
    invalidHeading: 'This link no longer works',
    invalidText: 'Set-up links work once and expire after 24 hours. Get a new one with this command:',
    command: 'npm run admin -- set-up-link',
    copy: 'Copy command',
    failedHeading: 'Could not check your link',
    failedText: 'Could not reach the server. Please try again.',
    retry: 'Try again',
  },

  forgot: {
    heading: 'Forgot your password?',
    lead: 'Enter your email address and we will send you a link to reset it.',
    action: 'Send link',
    busy: 'Sending...',
    missing: 'Please enter a valid email address.',
    sentHeading: 'Check your email',
    sentText: (email: string) =>
      `If ${email} has an account, we sent it a link to set a new password. The link works once and expires in one hour.`,
    sentHint: 'No email after a few minutes? Check your spam folder or try another address.',
    again: 'Use another address',
    backToSignIn: 'Back to sign in',
    ...failure('Could not send the link'),
  },

  reset: {
    heading: 'Set a new password',
    lead: 'This signs you out everywhere and removes your API keys and webhooks.',
    action: 'Set password',
    busy: 'Setting password...',
    missing: 'Please fill out all required fields.',
    succeededToast: {
      title: 'Password updated successfully',
      description: 'Please sign in with your new password.',
    },
    ...failure('Could not set the password'),
    invalidHeading: 'This link no longer works',
    invalidText: 'Links work once and expire in one hour. Request a new one and use the latest email.',
    requestNew: 'Request a new link',
  },

  verify: {
    checkingHeading: 'One moment',
    checking: 'Confirming your email address...',
    doneHeading: 'Email address confirmed',
    doneText: 'Thank you. We will send password resets there.',
    signInHeading: 'Sign in to confirm your email address',
    signInText: 'Your link is valid. Sign in to the account it belongs to so we know it is yours.',
    otherAccountText:
      'You are signed in to a different account. Sign out, then sign in to the one this link belongs to.',
    signInAction: 'Sign In',
    signOutAction: 'Sign out',
    setPasswordText:
      'Forgot the password, or did not create this account? Set a new password. This confirms your address, signs out all devices and removes all other sign-in methods.',
    setPassword: 'Set a new password',
    home: 'Continue',
    profile: 'Your account',
    invalidHeading: 'This link no longer works',
    invalidText: 'It has expired or was replaced by a newer one. You can request a new link in your account.',
    usedHeading: 'This link was already used',
    usedText: 'Your email address is confirmed. There is nothing left to do.',
    signIn: 'Sign In',
    failedHeading: 'Could not confirm your email address',
    failedText: 'Could not reach the server. Your link is still valid. Please try again.',
    retry: 'Try again',
  },
} as const
