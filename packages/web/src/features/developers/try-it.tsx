/** Form that sends an API call and shows the response. */
import { developersMessages } from '@filesmith/contract/messages/developers'
import { Download } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { saveBlob } from '../../lib/save-blob.ts'
import { apiAddress } from '../../lib/site-address.ts'
import { textOf, useFormSubmit } from '../../lib/use-form-submit.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { describeField, FieldFrame, inputStyle } from '../../ui/field-frame.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CodeBlock } from './code-block.tsx'
import { type NamedSchemas, sampleOf } from './read-schema.ts'
import type { DescribedCall } from './use-api-description.ts'

const texts = developersMessages.tryIt

interface TryItProps {
  readonly call: DescribedCall
  readonly named: NamedSchemas
  readonly apiKey: string
}

export function TryIt({ call, named, apiKey }: TryItProps) {
  const headingId = useId()
  const [answer, setAnswer] = useState<CallResponse>()
  const abortRef = useRef<AbortController>(undefined)
  const form = useFormSubmit(async data => {
    const { problems, values, body } = readCallForm(call, data)
    if (problems) return { fields: problems }
    const controller = new AbortController()
    abortRef.current = controller
    setAnswer(undefined)
    try {
      await sendCall(prepareCall(call, values, apiKey, body), setAnswer, controller.signal)
    } catch {
      return controller.signal.aborted ? undefined : { form: texts.unreachable }
    }
    return undefined
  })
  const content = call.requestBody?.content ?? {}
  const json = content['application/json']?.schema
  const hasFile = 'multipart/form-data' in content
  return (
    <section aria-labelledby={headingId} className="rounded border border-line bg-paper p-4 sm:p-5">
      <h5 id={headingId} className="text-base">
        {texts.heading}
      </h5>
      {apiKey === '' ? (
        <p className="mt-2 text-ink-muted">{texts.keyMissing}</p>
      ) : (
        <form {...form.formProps} className="mt-4 flex flex-col gap-4">
          {call.parameters.map(({ name, required }) => (
            <TextField
              key={name}
              label={name}
              name={name}
              autoComplete="off"
              spellCheck={false}
              required={required}
              error={form.problemOf(name)}
              className="font-mono"
            />
          ))}
          {json && !hasFile ? (
            <JsonField
              name="body"
              text={JSON.stringify(sampleOf(json, named), null, 2)}
              error={form.problemOf('body')}
            />
          ) : null}
          {hasFile ? <FileField name="file" error={form.problemOf('file')} /> : null}
          <FormMessage text={form.formProblem} />
          <div className="flex flex-wrap gap-3">
            <SubmitButton isBusy={form.isBusy} busyLabel={texts.sending} variant="solid" size="regular">
              {texts.send}
            </SubmitButton>
            {form.isBusy ? <Button onClick={() => abortRef.current?.abort()}>{texts.stop}</Button> : null}
          </div>
        </form>
      )}
      <div role="status">{answer && apiKey !== '' ? <ResponseView answer={answer} /> : null}</div>
    </section>
  )
}

interface CallFormValues {
  readonly problems?: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, string>>
  readonly body: string | FormData | undefined
}

/** Reads and validates the form of an API call. */
function readCallForm({ parameters, requestBody }: DescribedCall, data: FormData): CallFormValues {
  const values = Object.fromEntries(parameters.map(({ name }) => [name, textOf(data, name).trim()]))
  const problems: Record<string, string> = {}
  for (const { name, required } of parameters) {
    if (required && values[name] === '') problems[name] = texts.needed
  }
  const body = readBody(requestBody?.content ?? {}, data, problems)
  return { values, body, ...(Object.keys(problems).length > 0 && { problems }) }
}

function readBody(
  content: Readonly<Record<string, unknown>>,
  data: FormData,
  problems: Record<string, string>,
): string | FormData | undefined {
  const file = data.get('file')
  if ('multipart/form-data' in content) {
    const form = new FormData()
    if (file instanceof File && file.name !== '') form.set('file', file)
    else problems.file = texts.needed
    return form
  }
  if (!('application/json' in content)) return undefined
  const text = textOf(data, 'body')
  try {
    JSON.parse(text)
  } catch {
    problems.body = texts.notJson
  }
  return text
}

interface BodyFieldProps {
  readonly name: string
  readonly error: string | undefined
}

/** Fields for the request body of an API call: JSON or a file. */
function JsonField({ name, text, error }: BodyFieldProps & { readonly text: string }) {
  const id = useId()
  return (
    <FieldFrame id={id} label={texts.body} error={error}>
      <textarea
        id={id}
        name={name}
        defaultValue={text}
        rows={Math.min(18, text.split('\n').length + 1)}
        spellCheck={false}
        autoComplete="off"
        className={cx(inputStyle, 'py-2 font-mono text-sm')}
        {...describeField(id, { error, hint: undefined })}
      />
    </FieldFrame>
  )
}

function FileField({ name, error }: BodyFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={name} error={error}>
      <input
        id={id}
        name={name}
        type="file"
        className={cx(inputStyle, 'py-2 text-sm')}
        {...describeField(id, { error, hint: undefined })}
      />
    </FieldFrame>
  )
}

/** Response of an API call: status, duration, headers and body. */
function ResponseView({ answer }: { readonly answer: CallResponse }) {
  const { status, ms, headers } = answer
  return (
    <div className="fade-in mt-5 flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-3 font-semibold">
        {texts.answer}
        <Badge tone={status < 400 ? 'success' : 'danger'}>{status}</Badge>
        <span className="figures text-sm font-normal text-ink-muted">{texts.took(ms)}</span>
      </p>
      <details>
        <summary className="min-h-8 cursor-pointer text-sm font-semibold text-ink-muted">
          {texts.headers}
        </summary>
        <dl className="figures mt-1 text-xs">
          {headers.map(([name, value]) => (
            <div key={name} className="wrap-anywhere">
              <dt className="inline font-semibold">{name}: </dt>
              <dd className="inline text-ink-muted">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <ResponseBody answer={answer} />
    </div>
  )
}

function ResponseBody({ answer: { body } }: { readonly answer: CallResponse }) {
  if (body instanceof Blob)
    return (
      <Button className="self-start" onClick={() => saveBlob(texts.fileName, body)}>
        <Icon of={Download} sizePx={16} /> {texts.save(formatBytes(body.size))}
      </Button>
    )
  if (body === '') return <p className="text-ink-muted">{texts.noBody}</p>
  return <CodeBlock label={texts.answer} code={body} />
}

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
  const response = await fetch(apiAddress(url), { ...init, signal })
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
