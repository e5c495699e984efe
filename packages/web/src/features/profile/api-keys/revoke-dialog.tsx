/** Confirms and revokes an API key. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { apiKeyMessages } from '@filesmith/contract/messages/api-keys'
import type { ApiKey } from '@filesmith/contract/schemas/v1/api-key'
import { useState } from 'react'
import { RequestError, request } from '../../../lib/request.ts'
import { toasts } from '../../../lib/toast-store.ts'
import { useRefusal } from '../../../lib/use-refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Overlay } from '../../../ui/overlay.tsx'
import { useReloadApiKeys } from './use-api-keys.ts'

const texts = apiKeyMessages.revocation

interface RevokeDialogProps {
  /** The dialog is open while this is set. */
  readonly apiKey: ApiKey | undefined
  readonly onClose: () => void
  readonly onClosed: () => void
}

export function RevokeDialog({ apiKey, onClose, onClosed }: RevokeDialogProps) {
  const [isBusy, setIsBusy] = useState(false)
  const refusal = useRefusal()
  const reload = useReloadApiKeys()

  const revoke = async () => {
    if (isBusy || !apiKey) return
    setIsBusy(true)
    try {
      await revokeOnServer(apiKey.id)
      await reload()
      toasts.show(texts.revoked)
    } catch (error) {
      refusal.asToast(error, texts.failed)
    }
    setIsBusy(false)
    onClose()
  }

  return (
    <Overlay
      isOpen={apiKey !== undefined}
      title={texts.title(apiKey?.name ?? '')}
      onLeave={onClose}
      onClosed={onClosed}
    >
      <p className="mt-3">{texts.text}</p>
      <div className="mt-6 flex justify-end gap-3 max-sm:flex-col-reverse">
        <Button onClick={onClose}>{texts.keep}</Button>
        <Button
          variant="danger"
          className="border border-danger"
          disabled={isBusy}
          onClick={() => void revoke()}
        >
          {texts.confirm}
        </Button>
      </div>
    </Overlay>
  )
}

/** A key that no longer exists counts as revoked. */
async function revokeOnServer(id: string): Promise<void> {
  try {
    await request('DELETE', apiPaths.apiKey(id))
  } catch (error) {
    if (!(error instanceof RequestError && error.code === 'key-not-found')) throw error
  }
}
