/** Words of the ways in and out of an account. */
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
  showPassword: 'Show characters',
  hidePassword: 'Hide characters',
  strength: 'Password strength',
  strengthBefore: 'At least 8 characters. Several words make a good password.',
  fieldMissing: 'Please fill in this field.',
  passwordsDiffer: 'Passwords do not match.',
  confirmDiffers: 'Not the same as the password above.',
  continueWith: (provider: string) => `Continue with ${provider}`,
  or: 'or',

  signIn: {
    heading: 'Sign In',
    lead: 'Your conversions are waiting where you left them.',
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

  /** For sites whose people come in through their organisation alone. */
  organisation: {
    lead: (name: string) => `People of ${name} sign in here with the account they have there.`,
    byPassword: 'You run this site? Sign in by password',
  },

  code: {
    heading: 'Enter your code',
    lead: 'Open your authenticator app and type in the six digits it shows for Filesmith.',
    label: 'Code',
    recoveryHeading: 'Enter a recovery code',
    recoveryLead:
      'It is one of the codes that you saved when you turned on two-step sign-in. Each works once.',
    recoveryLabel: 'Recovery code',
    useRecovery: 'Use a recovery code instead',
    useApp: 'Use the authenticator app instead',
    action: 'Continue',
    busy: 'Checking...',
    startOver: 'Start over',
    missing: 'Please enter the code',
    refusedText: 'This code is not right, or it has been used already.',
  },

  signUp: {
    heading: 'Sign Up',
    lead: 'Free, with everything you convert in one place.',
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
    /** For registering anywhere but on the sign-up page. */
    elsewhereToast: { title: 'Registration Successful', description: 'Your account has been created' },
    refusedTitle: 'Registration Failed',
    refusedText: 'Could not create account',
    unexpectedTitle: 'Registration Error',
    unexpectedText: unexpected,
  },

  forgot: {
    heading: 'Forgot your password?',
    lead: 'Tell us the email address of your account, and we send you a link to set a new one.',
    action: 'Send the link',
    busy: 'Sending...',
    missing: 'Please enter a valid email address.',
    sentHeading: 'Look into your mail',
    sentText: (email: string) =>
      `If there is an account with ${email}, a link to set a new password is on its way there. It works once, for one hour.`,
    sentHint: 'Nothing there after a few minutes? Look into the spam folder, or try another address.',
    again: 'Use another address',
    backToSignIn: 'Back to sign in',
    ...failure('Could not send the link'),
  },

  reset: {
    heading: 'Set a new password',
    lead: 'This signs out all devices and ends your API keys and webhooks.',
    action: 'Set password',
    busy: 'Setting password...',
    missing: 'Please fill out all required fields.',
    succeededToast: {
      title: 'Password updated successfully',
      description: 'Please sign in with the new one.',
    },
    ...failure('Could not set the password'),
    invalidHeading: 'This link is not valid any more',
    invalidText: 'It works once, for one hour. Ask for a new one, and use the latest mail.',
    askAnew: 'Ask for a new link',
  },

  verify: {
    checkingHeading: 'One moment',
    checking: 'Confirming your address...',
    doneHeading: 'Your address is confirmed',
    doneText: 'Thank you. Links to a new password go there from now on.',
    signInHeading: 'Sign in to confirm your address',
    signInText:
      'Your link is valid. Sign in to the account it belongs to, so that we know the account is yours.',
    otherAccountText:
      'You are signed in to another account. Sign out, and sign in to the one this link belongs to.',
    signInAction: 'Sign In',
    signOutAction: 'Sign out',
    setPasswordText:
      'Did you not create this account, or did you forget its password? Set a new one. That confirms the address, signs out all devices and removes every other way into the account.',
    setPassword: 'Set a new password',
    home: 'Go on converting',
    profile: 'Your account',
    invalidHeading: 'This link is not valid any more',
    invalidText: 'It may have been used already, or a newer one was sent. A new one waits in your account.',
    signIn: 'Sign In',
    failedHeading: 'The address could not be confirmed',
    failedText: 'The server could not be reached. The link is still good: please try again.',
    retry: 'Try again',
  },
} as const
