/** Words of /developers: how the API is begun with, its rules, and the reference with its try-it. */

export const developersMessages = {
  heading: 'API for developers',
  lead: 'Convert, compress, edit, transcribe and translate files from your own programs. Jobs take files from you or from the web, pass them through one or more steps, and hand the results back or send them on.',
  contents: 'On this page',
  reference: 'Reference',
  referenceText: 'Made from the description that this server gives of itself, so it is never out of date.',
  openApi: 'OpenAPI description (JSON)',
  loading: 'Loading the reference...',
  failed: 'The reference could not be loaded',
  retry: 'Try again',
  copy: 'Copy',
  samples: 'Sample in',
  curl: 'curl',
  typescript: 'TypeScript',

  begin: {
    id: 'begin',
    heading: 'Your first call',
    text: 'Make a key in your account settings under Security. Keys need the Pro plan. Send it with every call:',
    keys: 'Make a key',
    plans: 'See the Pro plan',
    next: 'A job is one call more. Its answer names the job; ask for it again until it has succeeded, or let a webhook tell you.',
  },

  rules: [
    {
      id: 'keys',
      heading: 'Keys and scopes',
      points: [
        'A key begins with fsk_ and is sent as Authorization: Bearer. Cookies are not looked at under /api/v1.',
        'It is shown once, when it is made. Only a hash of it is kept, so nobody can show it again.',
        'Scopes say what it may do: jobs:write sends files and makes jobs, jobs:read sees them and fetches results, webhooks manages webhooks.',
        'A key stops when it is revoked or its time is over. While the account is not on Pro it rests.',
      ],
    },
    {
      id: 'errors',
      heading: 'Errors',
      points: [
        'Every refusal has a status and a JSON body: code for programs, message for people.',
        '401: no key, or one that is not valid. 403: the scope or the plan is missing. 404: it does not exist, or is not yours.',
        '422: understood, but it cannot be done. 429: too many calls. 5xx: a fault of ours; try again.',
      ],
    },
    {
      id: 'limits',
      heading: 'Rate limits',
      points: [
        'Each key has a number of calls a minute, and all keys of an account together have one too.',
        'RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset (in seconds) stand on every answer to a valid key.',
        'After 429, wait for as many seconds as Retry-After says. A download or a stream of events is one call.',
      ],
    },
    {
      id: 'idempotency',
      heading: 'Sending a call twice',
      points: [
        'Give a POST the header Idempotency-Key with words of your own, for example a random UUID. Sent again within 24 hours, it is not made twice: you get the first answer, with Idempotent-Replayed: true.',
        'With another body or path the same key is refused with 422. While the first call is still being answered it is 409 with Retry-After.',
        'Answers with 429 and 5xx are not kept: sending again makes the call. Of uploads, the kind and the length of the body are compared.',
      ],
    },
    {
      id: 'webhooks',
      heading: 'Webhooks and their signature',
      points: [
        'Deliveries follow the Standard Webhooks specification: webhook-id, webhook-timestamp and webhook-signature.',
        'The signature is v1, and the base64 of an HMAC-SHA256 over id, timestamp and body, joined by dots. Its key is what follows whsec_ in your secret, in base64.',
        'Compare the signature before you believe the body, refuse timestamps older than five minutes, and answer with 2xx at once: anything else is tried again later.',
      ],
    },
  ],

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
    scope: 'Needs the scope',
    anyKey: 'Any key may make this call.',
    parameters: 'Parameters',
    body: 'Body',
    answer: (status: string) => `Answer ${status}`,
    required: 'required',
    fileSent: 'The file itself, as it is.',
  },

  types: {
    anything: 'anything',
    file: 'file',
    listOf: (type: string) => `list of ${type}`,
    mapOf: (type: string) => `${type} by name`,
    either: (types: readonly string[]) => types.join(' or '),
    oneOf: (values: readonly string[]) => `One of: ${values.join(', ')}.`,
    byDefault: (value: string) => `Default: ${value}.`,
  },

  tryIt: {
    heading: 'Try it',
    key: 'Your API key',
    keyHint: 'Stays in this tab until you leave the page. It is not stored anywhere.',
    keyMissing: 'Enter your API key above to try calls on this page.',
    body: 'Body (JSON)',
    send: 'Send call',
    sending: 'Sending...',
    stop: 'Stop',
    unreachable: 'The server could not be reached. Check your connection and try again.',
    notJson: 'This is not valid JSON.',
    needed: 'Please fill this in.',
    answer: 'Answer',
    headers: 'Headers',
    took: (ms: number) => `${ms} ms`,
    noBody: 'The answer has no body.',
    save: (size: string) => `Save the file (${size})`,
    fileName: 'answer',
  },
} as const
