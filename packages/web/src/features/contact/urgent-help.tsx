/** For those who cannot wait: Pro writes a priority message, everybody else is shown the plans. */
import { contactMessages } from '@filesmith/contract/messages/contact'
import { paths } from '@filesmith/contract/routes'
import { Siren } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Priority } from './use-priority.ts'

const words = contactMessages.urgent

export function UrgentHelp({ priority }: { readonly priority: Priority }) {
  const headingId = useId()
  return (
    <Panel className="p-5">
      <section aria-labelledby={headingId}>
        <h2 id={headingId} className="flex items-center gap-2.5 text-base">
          <Icon of={Siren} className="text-accent-text" /> {words.heading}
        </h2>
        <p className="mt-2 text-ink-muted">{words.text}</p>
        <div className="mt-4 grid">
          <PriorityAction priority={priority} />
        </div>
        <p className="mt-2 min-h-5 text-center text-xs text-ink-muted">{whoFor(priority.canAsk)}</p>
      </section>
    </Panel>
  )
}

function PriorityAction({ priority }: { readonly priority: Priority }) {
  if (priority.canAsk === false) return <LinkButton to={paths.plans}>{words.action}</LinkButton>
  return (
    <Button
      aria-disabled={priority.canAsk ? undefined : true}
      onClick={() => priority.canAsk && priority.ask(true)}
    >
      {words.action}
    </Button>
  )
}

function whoFor(canAsk: boolean | undefined): string {
  if (canAsk === undefined) return ''
  return canAsk ? words.forPro : words.forOthers
}
