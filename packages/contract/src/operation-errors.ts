/** What can go wrong about running an installation; part of the one table. */

export const operationErrors = {
  'not-an-operator': { status: 403, message: 'Only operators of this site can do this.' },
  'account-suspended': { status: 403, message: 'This account is suspended. Please contact us.' },
  'account-not-found': { status: 404, message: 'There is no such account.' },
  'last-operator': {
    status: 409,
    message: 'This is the only operator. Make somebody else an operator first.',
  },
  'grant-without-plan': { status: 400, message: 'A date needs a plan that is given until then.' },
  'grant-in-the-past': { status: 400, message: 'A plan can only be given until a day to come.' },
  'message-not-found': { status: 404, message: 'There is no such message.' },
  'engine-not-found': { status: 404, message: 'There is no such engine.' },
} as const
