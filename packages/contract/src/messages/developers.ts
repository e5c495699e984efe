/** Texts of /developers: getting started, API conventions, and the reference with its try-it forms. */
import type { Instance } from '../instance.ts'

export const developersMessages = {
  heading: 'API for developers',
  lead: 'Convert, compress, edit, transcribe and translate files from your own programs. A job takes uploads or URLs, runs one or more steps, and returns the results or sends them to a URL.',
  contents: 'On this page',
  reference: 'Reference',
  referenceText: 'Generated from the OpenAPI document of this server, so it is always up to date.',
  openApi: 'OpenAPI document (JSON)',
  loading: 'Loading the reference...',
  failed: 'Could not load the reference',
  retry: 'Try again',
  copy: 'Copy',
  samples: 'Code sample',
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',

  begin: {
    id: 'begin',
    heading: 'Your first request',
    text: {
      public:
        'Create a key in your account settings under Security. Keys require the Pro plan. Send it with every request:',
      private: 'Create a key in your account settings under Security. Send it with every request:',
    } satisfies Record<Instance, string>,
    keys: 'Create a key',
    plans: 'See the Pro plan',
    next: 'Then create a job. The response contains its id: poll it until it has succeeded, or use a webhook.',
  },

  example: {
    id: 'example',
    heading: 'A complete example',
    text: 'From a file on your disk to the converted file, in four requests. With your key in the environment variable FILESMITH_KEY and a photo.png in the same folder, it runs as it is. The curl version needs bash and jq, the others no packages.',
  },

  webhookSample: `import { createHmac, timingSafeEqual } from 'node:crypto'

function isFromFilesmith(headers: Headers, body: string, secret: string): boolean {
  const id = headers.get('webhook-id')
  const timestamp = headers.get('webhook-timestamp')
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) < 300
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  const sent = (headers.get('webhook-signature') ?? '').split(' ')
  return isFresh && sent.some(each => {
    const given = Buffer.from(each.replace('v1,', ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}`,

  call: {
    scope: 'Required scope',
    anyKey: 'Works with any key.',
    parameters: 'Parameters',
    body: 'Body',
    answer: (status: string) => `Response ${status}`,
    required: 'required',
    oneOf: 'Exactly one of these:',
    or: 'or',
    fileSent: 'The raw file.',
  },

  types: {
    anything: 'anything',
    file: 'file',
    listOf: (type: string) => (type.includes(' or ') ? `list of (${type})` : `list of ${type}`),
    mapOf: (type: string) => `${type} by name`,
    either: (types: readonly string[]) => types.join(' or '),
    oneOf: (values: readonly string[]) => `One of: ${values.join(', ')}.`,
    byDefault: (value: string) => `Default: ${value}.`,
  },

  tryIt: {
    heading: 'Try it',
    key: 'Your API key',
    keyHint: 'Kept in this tab until you leave the page. Never stored.',
    keyMissing: 'Enter your API key above to try requests.',
    body: 'Body (JSON)',
    send: 'Send request',
    sending: 'Sending...',
    stop: 'Stop',
    unreachable: 'Could not reach the server. Check your connection and try again.',
    notJson: 'Invalid JSON.',
    needed: 'This field is required.',
    answer: 'Response',
    headers: 'Headers',
    took: (ms: number) => `${ms} ms`,
    noBody: 'Empty response body.',
    save: (size: string) => `Save file (${size})`,
    fileName: 'response',
  },
} as const

/** API conventions. */
export const developerRules = (instance: Instance) =>
  [
    {
      id: 'keys',
      heading: 'Keys and scopes',
      points: [
        'A key starts with fsk_ and is sent as Authorization: Bearer. Cookies are ignored under /api/v1.',
        'It is shown once, when you create it. We only store a hash.',
        'Scopes limit what a key can do: jobs:write uploads files and creates jobs, jobs:read reads jobs and downloads results, webhooks manages webhooks.',
        `A key stops working when it is revoked or expires.${instance === 'public' ? ' Keys are paused while the account is not on Pro.' : ''}`,
      ],
    },
    {
      id: 'errors',
      heading: 'Errors',
      points: [
        'Every error has an HTTP status and a JSON body: code for programs, message for people.',
        `401: missing or invalid key. 403: missing scope${instance === 'public' ? ' or plan' : ''}. 404: not found, or not yours.`,
        '422: valid request that cannot be processed. 429: too many requests. 5xx: server error; try again.',
      ],
    },
    {
      id: 'limits',
      heading: 'Rate limits',
      points: [
        'Requests per minute are limited per key and per account.',
        'Every response to a valid key has RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset (in seconds).',
        'After a 429, wait for the number of seconds in Retry-After. A download or an event stream is one request.',
      ],
    },
    {
      id: 'idempotency',
      heading: 'Idempotency',
      points: [
        'Send a POST with the header Idempotency-Key, for example a random UUID. If you repeat it within 24 hours, it does not run twice: you get the first response, with Idempotent-Replayed: true.',
        'The same key with a different body or path returns 422. While the first request is still running, you get 409 with Retry-After.',
        'Responses with 429 and 5xx are not stored: a repeated request runs again. For uploads, the type and length of the body are compared.',
      ],
    },
    {
      id: 'webhooks',
      heading: 'Webhooks and signatures',
      points: [
        'Deliveries follow the Standard Webhooks specification: webhook-id, webhook-timestamp and webhook-signature.',
        'The signature is v1, followed by the base64 HMAC-SHA256 of id, timestamp and body, joined by dots. The key is the base64 part after whsec_ in your secret.',
        'Verify the signature before you trust the body, reject timestamps older than five minutes, and respond with 2xx right away. Other responses are retried.',
      ],
    },
  ] as const
