/** Errors of uploads; part of the error table. */

export const uploadErrors = {
  'storage-quota-used': {
    status: 413,
    message: 'This would exceed your storage limit of {size}. Delete some files, or wait until they expire.',
  },
  'too-many-uploads': {
    status: 429,
    message: 'You have reached the limit of {limit} unfinished uploads. Finish or cancel some first.',
  },
  'unsent-quota-used': {
    status: 429,
    message:
      'The server is low on storage, so your unfinished uploads can have only {size} together at the moment. Finish or cancel some, or try again later.',
  },
  'network-quota-used': {
    status: 429,
    message:
      'Visitors on your network have reached the storage limit of {size}. Sign in, or try again later.',
  },
  'network-too-many-uploads': {
    status: 429,
    message:
      'Visitors on your network have reached the limit of {limit} unfinished uploads. Sign in, or try again later.',
  },
  'upload-used': {
    status: 409,
    message: 'This upload already belongs to a conversion. Please upload the file again.',
  },
  'request-timeout': {
    status: 408,
    message: 'The request timed out before it was complete. Please try again.',
  },
} as const satisfies Record<string, { status: number; message: string }>
