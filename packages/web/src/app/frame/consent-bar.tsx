/** Consent bar for third-party advertising at the bottom edge, with two equally styled choices. */
import { advertisingMessages } from '@filesmith/contract/messages/advertising'
import { paths } from '@filesmith/contract/routes'
import { useEffect, useId, useRef } from 'react'
import { type AdConsent, chooseAdConsent } from '../../lib/advertising/ad-consent.ts'
import { adStore } from '../../lib/advertising/ad-store.ts'
import { Button } from '../../ui/button.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useBottomBar } from './use-bottom-bar.ts'

interface ConsentBarProps {
  readonly consent: AdConsent | null
  /** Whether it was reopened to change an earlier choice. */
  readonly isChoosing: boolean
}

export function ConsentBar({ consent, isChoosing }: ConsentBarProps) {
  const barRef = useRef<HTMLElement>(null)
  const openerRef = useRef<Element>(null)
  const headingId = useId()
  useBottomBar(barRef)

  useEffect(() => {
    const bar = barRef.current
    if (!isChoosing || !bar || bar.contains(document.activeElement)) return
    openerRef.current = document.activeElement
    bar.focus()
  }, [isChoosing])

  const close = () => {
    adStore.change({ isChoosing: false })
    const next = openerRef.current ?? document.getElementById('content')
    if (next instanceof HTMLElement) next.focus({ preventScroll: true })
  }
  const choose = (choice: AdConsent) => {
    chooseAdConsent(choice)
    close()
  }

  return (
    <section
      ref={barRef}
      tabIndex={-1}
      aria-labelledby={headingId}
      onKeyDown={event => event.key === 'Escape' && isChoosing && close()}
      className="appear fixed inset-x-0 bottom-0 z-30 max-h-[60dvh] overflow-y-auto border-t border-line-strong bg-surface-raised shadow-float -outline-offset-2 print:hidden"
    >
      <div className="mx-auto flex max-w-[75rem] items-center gap-x-10 gap-y-4 px-4 py-4 max-md:flex-col max-md:items-stretch sm:px-6">
        <div className="min-w-0 grow">
          <h2 id={headingId} className="text-base">
            {advertisingMessages.heading}
          </h2>
          <p className="mt-1 max-w-prose text-ink-muted">
            {advertisingMessages.text}{' '}
            {consent && isChoosing ? `${advertisingMessages.currentChoice[consent]} ` : null}
            <TextLink to={paths.privacy}>{advertisingMessages.privacy}</TextLink>
          </p>
        </div>
        <div className="flex shrink-0 gap-3">
          <Button className="min-h-11 min-w-28 grow" onClick={() => choose('declined')}>
            {advertisingMessages.decline}
          </Button>
          <Button className="min-h-11 min-w-28 grow" onClick={() => choose('accepted')}>
            {advertisingMessages.accept}
          </Button>
        </div>
      </div>
    </section>
  )
}
