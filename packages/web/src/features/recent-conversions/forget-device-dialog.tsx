/** "Forget this device" dialog: confirms, deletes the visitor's data and reloads as a new visitor. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { forgetDeviceMessages as texts } from '@filesmith/contract/messages/forget-device'
import { paths } from '@filesmith/contract/routes'
import { useMutation } from '@tanstack/react-query'
import { removeAllLocalFiles } from '../../lib/local-files.ts'
import { request, serverMessageOf } from '../../lib/request.ts'
import { siteAddress, storageOwner } from '../../lib/site-address.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Overlay } from '../../ui/overlay.tsx'

interface ForgetDeviceDialogProps {
  readonly isOpen: boolean
  readonly onLeave: () => void
  readonly onClosed: () => void
}

export function ForgetDeviceDialog({ isOpen, onLeave, onClosed }: ForgetDeviceDialogProps) {
  const { isPending, isSuccess, error, mutate, reset } = useMutation({
    mutationFn: () => request('DELETE', apiPaths.visitor),
    onSuccess: forgetInBrowser,
  })
  const leave = () => {
    if (isSuccess) startOver()
    else if (!isPending) {
      reset()
      onLeave()
    }
  }

  return (
    <Overlay
      isOpen={isOpen}
      title={isSuccess ? texts.doneTitle : texts.title}
      onLeave={leave}
      onClosed={onClosed}
    >
      {isSuccess ? (
        <div className="mt-3 flex flex-col gap-5">
          <p role="status">{texts.doneText}</p>
          <div className="flex justify-end max-sm:flex-col">
            <Button onClick={startOver}>{texts.startOver}</Button>
          </div>
        </div>
      ) : (
        <div className="mt-3 flex flex-col gap-5">
          <div>
            <p>{texts.intro}</p>
            <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
              {texts.points.map(point => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </div>
          <FormMessage text={error ? (serverMessageOf(error) ?? texts.failed) : ''} />
          <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
            <Button onClick={leave}>{texts.cancel}</Button>
            <Button
              variant="danger"
              className="border border-danger"
              disabled={isPending}
              onClick={() => mutate()}
            >
              {texts.confirm}
            </Button>
          </div>
        </div>
      )}
    </Overlay>
  )
}

/** Full reload: uploads and results shown on the current page no longer exist on the server. */
function startOver(): void {
  window.location.assign(siteAddress(paths.home))
}

/** Otherwise the next person at this browser would see unfinished work and edited texts. */
function forgetInBrowser(): void {
  void removeAllLocalFiles()
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (isOwnKey(key)) storage.removeItem(key)
  } catch (error) {
    console.warn('The storage of the browser could not be cleared.', error)
  }
}

/** Other applications on this origin keep theirs. tus-js-client puts its own prefix before the fingerprint of an upload. */
function isOwnKey(key: string): boolean {
  return key.startsWith(`${storageOwner}.`) || key.startsWith(`tus::${storageOwner}|`)
}
