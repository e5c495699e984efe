/** Dialog of a deletion receipt. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { receiptMessages as texts } from '@filesmith/contract/messages/receipt'
import { deletionReceiptSchema } from '@filesmith/contract/schemas/receipt'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Overlay } from '../../ui/overlay.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { serverMessageOf } from '../request.ts'
import { closeReceipt, focusOpener, useOpenedReceipt } from './opened-receipt.ts'
import { ReceiptView } from './receipt-view.tsx'

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
