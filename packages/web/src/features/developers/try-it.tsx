/** Form that sends an API call and shows the response. */
import { developersMessages } from '@filesmith/contract/messages/developers'
import { useId, useRef, useState } from 'react'
import { useFormSubmit } from '../../lib/use-form-submit.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FileField, JsonField } from './body-fields.tsx'
import { readCallForm } from './read-call-form.ts'
import { type NamedSchemas, sampleOf } from './read-schema.ts'
import { ResponseView } from './response-view.tsx'
import { type CallResponse, prepareCall, sendCall } from './send-call.ts'
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
