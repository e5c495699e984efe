/** Errors of the administration; part of the error table. */

export const administrationErrors = {
  'not-an-operator': { status: 403, message: 'Only operators of this site can do this.' },
  'account-suspended': { status: 403, message: 'This account is suspended. Please contact us.' },
  'account-not-found': { status: 404, message: 'Account not found.' },
  'last-operator': {
    status: 409,
    message: 'This is the only operator. Make another user an operator first.',
  },
  'already-set-up': { status: 409, message: 'This installation already has an operator.' },
  'no-plans': { status: 422, message: 'This private instance has no plans.' },
  'operator-by-group': {
    status: 409,
    message: 'This user is an operator through a group of the directory. Change the group there.',
  },
  'grant-without-plan': { status: 400, message: 'An end date requires a plan.' },
  'grant-in-the-past': { status: 400, message: 'The end date must be in the future.' },
  'message-not-found': { status: 404, message: 'Message not found.' },
  'chat-not-found': { status: 404, message: 'Chat not found.' },
  'engine-not-found': { status: 404, message: 'Engine not found.' },
} as const
