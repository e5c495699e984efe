/** /contact: contact form, addresses, office hours and FAQ. */

import { apiPaths } from '@filesmith/contract/api-paths'
import { contactMessages, contactQuestions } from '@filesmith/contract/messages/contact'
import { moneyBackDays } from '@filesmith/contract/plan-offers'
import { paths } from '@filesmith/contract/routes'
import { type ContactInfo, contactInfoSchema } from '@filesmith/contract/schemas/contact'
import { useQuery } from '@tanstack/react-query'
import { LifeBuoy, type LucideIcon, Mail, MapPin, Phone, Siren } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { currentInstance } from '../../lib/instance.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FaqSection } from '../../ui/faq-section.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ContactForm } from './contact-form.tsx'
import { type Priority, usePriority } from './use-priority.ts'

const openMinute = 9 * 60

const closeMinute = 17 * 60

const dayMinutes = 24 * 60

const minuteMs = 60_000

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

const officeClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  weekday: 'short',
  hour: 'numeric',
  minute: 'numeric',
  hourCycle: 'h23',
})

const officeHoursTexts = contactMessages.hours

const refreshIntervalMs = 30_000

const contactInformationTexts = contactMessages.information

const texts = contactMessages.urgent

const { heading, entries, more, help } = contactQuestions

export function Contact() {
  const priority = usePriority()
  return (
    <div className="flex flex-col gap-12">
      <div className="flex flex-col gap-8">
        <header className="max-w-xl">
          <h1 className="text-2xl">{contactMessages.heading}</h1>
          <p className="mt-3 text-base text-ink-muted">{contactMessages.lead[currentInstance()]}</p>
        </header>
        <div className="grid items-start gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,19rem)]">
          <ContactForm priority={priority} />
          <div className="grid gap-6 sm:max-md:grid-cols-2 sm:max-md:*:first:col-span-full">
            {currentInstance() === 'public' ? <UrgentHelp priority={priority} /> : null}
            <ContactInformation />
            <OfficeHours />
          </div>
        </div>
      </div>
      <ContactQuestions />
    </div>
  )
}

/** FAQ of the contact page. */
function ContactQuestions() {
  return (
    <FaqSection
      heading={heading}
      entries={entries(currentInstance(), moneyBackDays)}
      more={{ text: more, label: help, to: paths.help }}
    />
  )
}

/** Urgent help: Pro users send a priority message, others are linked to the plans. */
function UrgentHelp({ priority }: { readonly priority: Priority }) {
  const headingId = useId()
  return (
    <Panel className="p-5">
      <section aria-labelledby={headingId}>
        <h2 id={headingId} className="flex items-center gap-2.5 text-base">
          <Icon of={Siren} className="text-accent-text" /> {texts.heading}
        </h2>
        <p className="mt-2 text-ink-muted">{texts.text}</p>
        <div className="mt-4 grid">
          <PriorityAction priority={priority} />
        </div>
        <p className="mt-2 min-h-5 text-center text-xs text-ink-muted">{planNote(priority.canRequest)}</p>
      </section>
    </Panel>
  )
}

function PriorityAction({ priority }: { readonly priority: Priority }) {
  if (priority.canRequest === false) return <LinkButton to={paths.plans}>{texts.action}</LinkButton>
  return (
    <Button
      aria-disabled={priority.canRequest ? undefined : true}
      onClick={() => priority.canRequest && priority.request(true)}
    >
      {texts.action}
    </Button>
  )
}

function planNote(canRequest: boolean | undefined): string {
  if (canRequest === undefined) return ''
  return canRequest ? texts.forPro : texts.forOthers
}

/** Contact addresses from the server configuration. */
function ContactInformation() {
  const headingId = useId()
  const { data, isError, refetch } = useQuery({
    queryKey: [apiPaths.contact],
    select: reply => contactInfoSchema.parse(reply),
  })
  return (
    <Panel className="p-5">
      <section aria-labelledby={headingId}>
        <h2 id={headingId} className="text-base">
          {contactInformationTexts.heading}
        </h2>
        {isError ? (
          <div role="alert" className="mt-3">
            <p className="text-danger">{contactInformationTexts.failed}</p>
            <Button className="mt-3" onClick={() => void refetch()}>
              {contactInformationTexts.tryAgain}
            </Button>
          </div>
        ) : (
          <Addresses info={data} />
        )}
      </section>
    </Panel>
  )
}

/** Shows skeletons until the addresses are loaded. */
function Addresses({ info }: { readonly info: ContactInfo | undefined }) {
  return (
    <dl className="mt-4 grid gap-4">
      <Entry icon={LifeBuoy} label={contactInformationTexts.support}>
        {info && <ContactLink href={`mailto:${info.supportEmail}`} text={info.supportEmail} />}
      </Entry>
      <Entry icon={Mail} label={contactInformationTexts.info}>
        {info && <ContactLink href={`mailto:${info.infoEmail}`} text={info.infoEmail} />}
      </Entry>
      <Entry icon={Phone} label={contactInformationTexts.phone}>
        {info && <ContactLink href={`tel:${info.phone.replace(/[^+\d]/g, '')}`} text={info.phone} />}
      </Entry>
      <Entry icon={MapPin} label={contactInformationTexts.office}>
        {info?.addressLines.map(line => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </Entry>
    </dl>
  )
}

interface EntryProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly children: ReactNode
}

function Entry({ icon, label, children }: EntryProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <Icon of={icon} className="row-span-2 mt-0.5 text-ink-muted" />
      <dt className="text-xs text-ink-muted">{label}</dt>
      <dd className="wrap-anywhere">{children ?? <Skeleton className="my-1 h-4 w-36" />}</dd>
    </div>
  )
}

function ContactLink({ href, text }: { readonly href: string; readonly text: string }) {
  return (
    <a href={href} className="font-semibold underline underline-offset-4 hover:text-accent-text">
      {text}
    </a>
  )
}

/** Office hours and whether the office is open now. */
export function OfficeHours() {
  const headingId = useId()
  const { isOpen, text } = useOffice()
  return (
    <Panel className="p-5">
      <section aria-labelledby={headingId}>
        <h2 id={headingId} className="text-base">
          {officeHoursTexts.heading}
        </h2>
        <ul className="mt-3 grid gap-1.5 tabular-nums">
          {[officeHoursTexts.week, officeHoursTexts.weekend].map(({ days, hours }) => (
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

interface Visitor {
  /** Defaults to the browser's settings. */
  readonly timeZone?: string
  readonly locale?: string
}

/** Describes whether the office is open, in the visitor's time zone. */
export function describeOffice(
  now: Date,
  { timeZone, locale }: Visitor = {},
): { isOpen: boolean; text: string } {
  const { isOpen, changesAt } = officeState(now)
  const zone = timeZone === undefined ? {} : { timeZone }
  const time = new Intl.DateTimeFormat(locale, { ...zone, timeStyle: 'short' }).format(changesAt)
  if (isOpen) return { isOpen, text: officeHoursTexts.openUntil(time) }
  const dayOf = new Intl.DateTimeFormat('en-US', { ...zone, dateStyle: 'short' })
  if (dayOf.format(now) === dayOf.format(changesAt))
    return { isOpen, text: officeHoursTexts.opensToday(time) }
  // The sentence around it is English.
  const weekday = new Intl.DateTimeFormat('en-US', { ...zone, weekday: 'long' }).format(changesAt)
  return { isOpen, text: officeHoursTexts.opensLater(weekday, time) }
}

interface OfficeState {
  readonly isOpen: boolean
  /** Next closing or opening time. */
  readonly changesAt: Date
}

/** Office hours in the office's time zone: open or closed, and when that changes. */
export function officeState(now: Date): OfficeState {
  const { weekday, minute } = readOfficeClock(now)
  const isWorkday = weekday >= 1 && weekday <= 5
  if (isWorkday && minute >= openMinute && minute < closeMinute)
    return { isOpen: true, changesAt: instantAt(now, 0, closeMinute) }
  const daysAhead = isWorkday && minute < openMinute ? 0 : daysToNextWorkday(weekday)
  return { isOpen: false, changesAt: instantAt(now, daysAhead, openMinute) }
}

function daysToNextWorkday(weekday: number): number {
  if (weekday === 5) return 3
  return weekday === 6 ? 2 : 1
}

/** The instant at which the office's local time is the given minute, `daysAhead` days from now. */
function instantAt(now: Date, daysAhead: number, minute: number): Date {
  const thisMinuteMs = Math.floor(now.getTime() / minuteMs) * minuteMs
  const minutesAhead = daysAhead * dayMinutes + minute - readOfficeClock(now).minute
  const guess = new Date(thisMinuteMs + minutesAhead * minuteMs)
  // Corrects for a daylight saving change in between.
  const offsetMinutes = readOfficeClock(guess).minute - minute
  return new Date(guess.getTime() - offsetMinutes * minuteMs)
}

function readOfficeClock(moment: Date): { weekday: number; minute: number } {
  const parts = Object.fromEntries(officeClock.formatToParts(moment).map(({ type, value }) => [type, value]))
  return {
    weekday: weekdays.indexOf(parts.weekday ?? ''),
    minute: Number(parts.hour) * 60 + Number(parts.minute),
  }
}
