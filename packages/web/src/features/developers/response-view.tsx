/** Response of an API call: status, duration, headers and body. */
import { developersMessages } from '@filesmith/contract/messages/developers'
import { Download } from 'lucide-react'
import { formatBytes } from '../../lib/format-bytes.ts'
import { saveBlob } from '../../lib/save-blob.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CodeBlock } from './code-block.tsx'
import type { CallResponse } from './send-call.ts'

const texts = developersMessages.tryIt

export function ResponseView({ answer }: { readonly answer: CallResponse }) {
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
