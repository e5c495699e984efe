/** Dialog of a deletion receipt. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { receiptMessages as texts } from '@filesmith/contract/messages/receipt'
import {
  type DeletionReceipt,
  deletionReceiptSchema,
  type ReceiptFile,
} from '@filesmith/contract/schemas/receipt'
import { useQuery } from '@tanstack/react-query'
import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { copyText } from '../copy-text.ts'
import { formatBytes } from '../format-bytes.ts'
import { formatLabel } from '../format-label.ts'
import { serverMessageOf } from '../request.ts'
import { saveText } from '../save-text.ts'
import { toasts } from '../toast-store.ts'
import { closeReceipt, focusOpener, useOpenedReceipt } from './opened-receipt.ts'

export function ReceiptDialog() {
  const id = useOpenedReceipt()
  return (
    <Overlay isOpen={id !== undefined} title={texts.heading} onLeave={closeReceipt} onClosed={focusOpener}>
      {id === undefined ? null : <LoadedReceipt key={id} conversionId={id} />}
    </Overlay>
  )
}

function LoadedReceipt({ conversionId }: { readonly conversionId: string }) {
  // Not cached: files may have been deleted since the last opening.
  const { data, error, refetch } = useQuery({
    queryKey: [apiPaths.conversionReceipt(conversionId)],
    select: deletionReceiptSchema.parse,
    gcTime: 0,
  })
  if (data) return <ReceiptView receipt={data} onClose={closeReceipt} />
  return (
    <div className="mt-3 flex flex-col gap-5">
      {error ? (
        <p role="alert">{serverMessageOf(error) ?? texts.failed}</p>
      ) : (
        <div>
          <p role="status" className="mb-4 text-ink-muted">
            {texts.loading}
          </p>
          <Skeleton className="h-24 w-full" />
        </div>
      )}
      <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
        {error ? <Button onClick={() => void refetch()}>{texts.retry}</Button> : null}
        <Button onClick={closeReceipt}>{texts.close}</Button>
      </div>
    </div>
  )
}

interface ReceiptViewProps {
  readonly receipt: DeletionReceipt
  readonly onClose: () => void
}

/** Deletion receipt: stored files with their times and deletion reason. */
function ReceiptView({ receipt, onClose }: ReceiptViewProps) {
  const [isCopied, setIsCopied] = useState(false)
  const json = JSON.stringify(receipt, null, 2)
  const copy = async () => {
    if (await copyText(json)) setIsCopied(true)
    else toasts.show({ title: texts.copyFailed, variant: 'destructive' })
  }
  return (
    <div className="mt-3 flex flex-col gap-5">
      <p>{receipt.isAllDeleted ? texts.allDeleted : texts.someStored}</p>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {receipt.files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a receipt does not change while it is shown
          <ReceiptFileRow key={index} file={file} />
        ))}
      </ul>
      <div className="flex flex-col gap-1 text-xs text-ink-muted">
        <p>
          {texts.id} <span className="figures break-all">{receipt.conversionId}</span>
        </p>
        {receipt.keptUntil === null ? null : <p>{texts.keptUntil(formatDate(receipt.keptUntil))}</p>}
      </div>
      <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        <Button onClick={() => void copy()}>
          <Icon of={isCopied ? Check : Copy} sizePx={16} /> {isCopied ? texts.copied : texts.copy}
        </Button>
        <Button onClick={() => saveText(texts.fileName(receipt.conversionId), json, 'application/json')}>
          <Icon of={Download} sizePx={16} /> {texts.save}
        </Button>
        <Button variant="accent" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
    </div>
  )
}

function ReceiptFileRow({ file }: { readonly file: ReceiptFile }) {
  const facts = [
    file.format === null ? undefined : formatLabel(file.format),
    file.sizeBytes === null ? undefined : formatBytes(file.sizeBytes),
  ].filter(fact => fact !== undefined)
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{texts.kinds[file.kind]}</span>
        <span className="figures text-xs text-ink-muted">{facts.join(' · ')}</span>
      </p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4 text-xs text-ink-muted">
        <dt>{texts.stored}</dt>
        <dd className="figures">{formatDateTime(file.storedAt)}</dd>
        <dt>{file.deletedAt === null ? texts.deletes : texts.deleted}</dt>
        <dd className="figures">
          {formatDateTime(file.deletedAt ?? file.expiresAt)}
          {file.reason === null ? null : `, ${texts.reasons[file.reason]}`}
        </dd>
      </dl>
    </li>
  )
}

function formatDateTime(iso: string): string {
  return new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' })
}

function formatDate(iso: string): string {
  return new Date(iso).toLocaleDateString('en', { dateStyle: 'medium' })
}
