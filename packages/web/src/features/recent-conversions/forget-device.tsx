/** "Forget this device" for visitors without an account: says what will be deleted, asks, and starts a new visit. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { recentMessages } from '@filesmith/contract/messages/recent'
import { paths } from '@filesmith/contract/routes'
import { useRef, useState } from 'react'
import { request, serverMessageOf } from '../../lib/request.ts'
import { useAccount } from '../../lib/use-account.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { Overlay } from '../../ui/overlay.tsx'

const texts = recentMessages.forget

export function ForgetDevice() {
  const { state } = useAccount()
  const [step, setStep] = useState<'closed' | 'asking' | 'busy' | 'done'>('closed')
  const [problem, setProblem] = useState('')
  const buttonRef = useRef<HTMLButtonElement>(null)

  const forget = async () => {
    setStep('busy')
    setProblem('')
    try {
      await request('DELETE', apiPaths.visitor)
      forgetInBrowser()
      setStep('done')
    } catch (error) {
      setProblem(serverMessageOf(error) ?? texts.failed)
      setStep('asking')
    }
  }
  const leave = () => {
    if (step === 'done') startOver()
    else if (step === 'asking') setStep('closed')
  }

  // Users with an account end their sessions under Security.
  if (state === 'signed-in') return null
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 pr-3 pl-5 text-xs text-ink-muted',
        // Takes its room at once, so that nothing below moves when the account is known.
        state === 'unknown' && 'invisible',
      )}
    >
      <p>{texts.hint}</p>
      <Button
        ref={buttonRef}
        variant="quiet"
        className="text-xs max-sm:-ml-4"
        onClick={() => {
          setProblem('')
          setStep('asking')
        }}
      >
        {texts.open}
      </Button>
      <Overlay
        isOpen={step !== 'closed'}
        title={step === 'done' ? texts.doneTitle : texts.title}
        onLeave={leave}
        onClosed={() => buttonRef.current?.focus()}
      >
        {step === 'done' ? (
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
            <FormMessage text={problem} />
            <div className="flex justify-end gap-3 max-sm:flex-col-reverse">
              <Button onClick={leave}>{texts.cancel}</Button>
              <Button
                variant="danger"
                className="border border-danger"
                disabled={step === 'busy'}
                onClick={() => void forget()}
              >
                {texts.confirm}
              </Button>
            </div>
          </div>
        )}
      </Overlay>
    </div>
  )
}

/** A whole new page: what the open one still shows of uploads and results is gone on the server. */
function startOver(): void {
  window.location.assign(paths.home)
}

/** Unfinished work and edited texts would otherwise wait for the next person at this browser. */
function forgetInBrowser(): void {
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch (error) {
    console.warn('The storage of the browser could not be cleared.', error)
  }
}
