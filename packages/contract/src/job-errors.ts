/** What can go wrong with jobs of the public API and with the addresses they name. */

export const jobErrors = {
  'job-not-found': { status: 404, message: 'This job does not exist or has expired.' },
  'job-not-finished': { status: 409, message: 'This job is not finished yet.' },
  'result-not-found': { status: 404, message: 'This job has no such result, or it was deleted.' },
  'too-many-jobs': {
    status: 429,
    message: 'At most {limit} jobs can wait or run at a time. Please send more when some are done.',
  },
  'address-failed': { status: 422, message: 'This address ({host}) could not be used: {reason}' },
  'import-failed': { status: 422, message: 'The file could not be fetched from {host}: {reason}' },
  'export-failed': { status: 422, message: 'The result could not be sent to {host}: {reason}' },
  'webhook-not-found': { status: 404, message: 'There is no such webhook.' },
  'too-many-webhooks': { status: 409, message: 'An account can have at most {limit} webhooks.' },
} as const satisfies Record<string, { status: number; message: string }>
