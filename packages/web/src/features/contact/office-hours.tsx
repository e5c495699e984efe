/** Office hours and whether the office is open now. */
import { contactMessages } from '@filesmith/contract/messages/contact'
import { useEffect, useId, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { Panel } from '../../ui/panel.tsx'
import { describeOffice } from './describe-office.ts'

const texts = contactMessages.hours
const refreshIntervalMs = 30_000

export function OfficeHours() {
  const headingId = useId()
  const { isOpen, text } = useOffice()
  return (
    <Panel className="p-5">
      <section aria-labelledby={headingId}>
        <h2 id={headingId} className="text-base">
          {texts.heading}
        </h2>
        <ul className="mt-3 grid gap-1.5 tabular-nums">
          {[texts.week, texts.weekend].map(({ days, hours }) => (
            <li key={days} className="flex justify-between gap-4">
              <span className="text-ink-muted">{days}</span> <span className="font-medium">{hours}</span>
            </li>
          ))}
        </ul>
        <p className="mt-4 flex items-start gap-2.5 border-t border-line pt-4">
          <span
            aria-hidden="true"
            className={cx(
              'mt-1.5 size-2.5 shrink-0 rounded-full border',
              isOpen ? 'border-success bg-success' : 'border-ink-muted',
            )}
          />
          {text}
        </p>
      </section>
    </Panel>
  )
}

/** Refreshes periodically, because a page may stay open past closing time. */
function useOffice() {
  const [office, setOffice] = useState(() => describeOffice(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setOffice(describeOffice(new Date())), refreshIntervalMs)
    return () => clearInterval(timer)
  }, [])
  return office
}
