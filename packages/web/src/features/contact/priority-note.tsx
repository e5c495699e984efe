/** Says that a message goes to the front of the line, and how to send an ordinary one after all. */
import { contactMessages } from '@filesmith/contract/messages/contact'
import { Siren } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'
import type { Priority } from './use-priority.ts'

const words = contactMessages.priority

export function PriorityNote({ priority }: { readonly priority: Priority }) {
  return (
    <div role="status">
      {priority.isAsked ? (
        <div className="fade-in mt-4 flex items-start gap-3 rounded border border-line-strong bg-accent-wash p-4 pb-2">
          <Icon of={Siren} className="text-accent-text" />
          <div>
            <p>
              <strong className="font-semibold">{words.badge}</strong> {words.note}
            </p>
            <button
              type="button"
              onClick={() => priority.ask(false)}
              className="min-h-10 font-semibold underline underline-offset-4 hover:text-accent-text"
            >
              {words.leave}
            </button>
          </div>
        </div>
      ) : null}
    </div>
  )
}
