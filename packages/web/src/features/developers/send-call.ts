/** Sends an API call from the page and reports status, headers, body and duration. */
import type { DescribedCall } from './use-api-description.ts'

export interface CallResponse {
  readonly status: number
  readonly ms: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | Blob
}

interface PreparedCall {
  readonly url: string
  readonly init: RequestInit
}

/** Builds the request from form values by parameter name. */
export function prepareCall(
  { method, path, parameters }: DescribedCall,
  values: Readonly<Record<string, string>>,
  key: string,
  body: string | FormData | undefined,
): PreparedCall {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` }
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  const query = new URLSearchParams()
  let url = path
  for (const { name, in: location } of parameters) {
    const value = values[name] ?? ''
    if (location === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value))
    else if (value === '') continue
    else if (location === 'query') query.set(name, value)
    else headers[name] = value
  }
  return {
    url: query.size > 0 ? `${url}?${query}` : url,
    // Like an API client: without the session cookie of the signed-in user.
    init: {
      method: method.toUpperCase(),
      headers,
      credentials: 'omit',
      ...(body !== undefined && { body }),
    },
  }
}

/** Calls `onResponse` once, or for every chunk of an event stream. */
export async function sendCall(
  { url, init }: PreparedCall,
  onResponse: (response: CallResponse) => void,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now()
  const response = await fetch(url, { ...init, signal })
  const head = { status: response.status, headers: [...response.headers] }
  const report = (body: string | Blob) =>
    onResponse({ ...head, ms: Math.round(performance.now() - startedAt), body })
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream') && response.body) {
    let received = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      received += chunk
      report(received)
    }
  } else if (type.includes('json')) report(formatJson(await response.text()))
  else if (type.startsWith('text/') || type === '') report(await response.text())
  else report(await response.blob())
}

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
