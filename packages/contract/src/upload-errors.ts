/** Why an upload is refused or cut off; part of the one table. */

export const uploadErrors = {
  'storage-quota-used': {
    status: 413,
    message:
      'Your files here would take up more than {size}, the most for your plan. Delete some, or wait until they expire.',
  },
  'too-many-uploads': {
    status: 429,
    message: 'You have {limit} unfinished uploads, which is the most at a time. Finish or cancel some first.',
  },
  'network-quota-used': {
    status: 429,
    message:
      'Visitors on your network have {size} of files here, which is the most at a time. Sign in, or try again later.',
  },
  'network-too-many-uploads': {
    status: 429,
    message:
      'Visitors on your network have {limit} unfinished uploads, which is the most at a time. Sign in, or try again later.',
  },
  'request-timeout': {
    status: 408,
    message: 'The request stopped arriving before it was complete. Please try again.',
  },
} as const satisfies Record<string, { status: number; message: string }>
