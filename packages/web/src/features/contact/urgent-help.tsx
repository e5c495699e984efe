/** Urgent help: Pro users send a priority message, others are linked to the plans. */
import { contactMessages } from '@filesmith/contract/messages/contact'
import { paths } from '@filesmith/contract/routes'
import { Siren } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Priority } from './use-priority.ts'

const texts = contactMessages.urgent

export function UrgentHelp({ priority }: { readonly priority: Priority }) {
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
