/** Contact addresses from the server configuration. */
import { apiPaths } from '@filesmith/contract/api-paths'
import { contactMessages } from '@filesmith/contract/messages/contact'
import { type ContactInfo, contactInfoSchema } from '@filesmith/contract/schemas/contact'
import { useQuery } from '@tanstack/react-query'
import { LifeBuoy, type LucideIcon, Mail, MapPin, Phone } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const texts = contactMessages.information

export function ContactInformation() {
  const headingId = useId()
  const { data, isError, refetch } = useQuery({
    queryKey: [apiPaths.contact],
    select: reply => contactInfoSchema.parse(reply),
  })
  return (
    <Panel className="p-5">
      <section aria-labelledby={headingId}>
        <h2 id={headingId} className="text-base">
          {texts.heading}
        </h2>
        {isError ? (
          <div role="alert" className="mt-3">
            <p className="text-danger">{texts.failed}</p>
            <Button className="mt-3" onClick={() => void refetch()}>
              {texts.tryAgain}
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
      <Entry icon={LifeBuoy} label={texts.support}>
        {info && <ContactLink href={`mailto:${info.supportEmail}`} text={info.supportEmail} />}
      </Entry>
      <Entry icon={Mail} label={texts.info}>
        {info && <ContactLink href={`mailto:${info.infoEmail}`} text={info.infoEmail} />}
      </Entry>
      <Entry icon={Phone} label={texts.phone}>
        {info && <ContactLink href={`tel:${info.phone.replace(/[^+\d]/g, '')}`} text={info.phone} />}
      </Entry>
      <Entry icon={MapPin} label={texts.office}>
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
