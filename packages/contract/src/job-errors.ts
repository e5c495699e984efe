/** Errors of public API jobs, their import and export URLs, and webhooks; part of the error table. */

export const jobErrors = {
  'job-not-found': { status: 404, message: 'This job does not exist or has expired.' },
  'job-not-finished': { status: 409, message: 'This job is not finished yet.' },
  'result-not-found': { status: 404, message: 'This result does not exist or was deleted.' },
  'too-many-jobs': {
    status: 429,
    message: 'You can have up to {limit} queued or running jobs. Please wait until some are done.',
  },
  'address-failed': { status: 422, message: 'This URL ({host}) cannot be used: {reason}' },
  'import-failed': { status: 422, message: 'Could not download the file from {host}: {reason}' },
  'export-failed': { status: 422, message: 'Could not upload the result to {host}: {reason}' },
  'webhook-not-found': { status: 404, message: 'Webhook not found.' },
  'too-many-webhooks': { status: 409, message: 'You can have up to {limit} webhooks.' },
} as const satisfies Record<string, { status: number; message: string }>
