/** Makes a call of the API from the page, and tells all about the answer. */
import type { DescribedCall } from './use-api-description.ts'

export interface Answer {
  readonly status: number
  readonly ms: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | Blob
}

interface FilledCall {
  readonly url: string
  readonly init: RequestInit
}

/** Parameters by name as they were typed; of the body the text or the form. */
export function fillCall(
  { method, path, parameters }: DescribedCall,
  typed: Readonly<Record<string, string>>,
  key: string,
  body: string | FormData | undefined,
): FilledCall {
  const headers: Record<string, string> = { authorization: `Bearer ${key}` }
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  const query = new URLSearchParams()
  let url = path
  for (const { name, in: place } of parameters) {
    const value = typed[name] ?? ''
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value))
    else if (value === '') continue
    else if (place === 'query') query.set(name, value)
    else headers[name] = value
  }
  return {
    url: query.size > 0 ? `${url}?${query}` : url,
    // As a program would: without the cookies of whoever sits here.
    init: {
      method: method.toUpperCase(),
      headers,
      credentials: 'omit',
      ...(body !== undefined && { body }),
    },
  }
}

/** Events come one by one: `onAnswer` hears of each, and of everything else once. */
export async function sendCall(
  { url, init }: FilledCall,
  onAnswer: (answer: Answer) => void,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = performance.now()
  const response = await fetch(url, { ...init, signal })
  const head = { status: response.status, headers: [...response.headers] }
  const tell = (body: string | Blob) =>
    onAnswer({ ...head, ms: Math.round(performance.now() - startedAt), body })
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream') && response.body) {
    let told = ''
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
      told += piece
      tell(told)
    }
  } else if (type.includes('json')) tell(indented(await response.text()))
  else if (type.startsWith('text/') || type === '') tell(await response.text())
  else tell(await response.blob())
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
