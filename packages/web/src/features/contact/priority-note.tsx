/** Says that a message goes to the front of the line, and how to send an ordinary one after all. */
import { contactMessages } from '@filesmith/contract/messages/contact'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Priority } from './use-priority.ts'

const words = contactMessages.priority

export function PriorityNote({ priority }: { readonly priority: Priority }) {
  return (
    <div role="status">
      {priority.isAsked ? (
        <div className="fade-in mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded border border-line-strong bg-accent-wash py-2 pr-2 pl-4">
          <Badge tone="accent">{words.badge}</Badge>
          <p className="grow basis-56">{words.note}</p>
          <Button variant="quiet" onClick={() => priority.ask(false)}>
            {words.leave}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
