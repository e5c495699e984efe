/** Notice that the message has priority, with a button to send it as a regular one. */
import { contactMessages } from '@filesmith/contract/messages/contact'
import { Siren } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'
import type { Priority } from './use-priority.ts'

const texts = contactMessages.priority

export function PriorityNote({ priority }: { readonly priority: Priority }) {
  return (
    <div role="status">
      {priority.isRequested ? (
        <div className="fade-in mt-4 flex items-start gap-3 rounded border border-line-strong bg-accent-wash p-4 pb-2">
          <Icon of={Siren} className="text-accent-text" />
          <div>
            <p>
              <strong className="font-semibold">{texts.badge}</strong> {texts.note}
            </p>
            <button
              type="button"
              onClick={() => priority.request(false)}
              className="min-h-10 font-semibold underline underline-offset-4 hover:text-accent-text"
            >
              {texts.leave}
            </button>
          </div>
        </div>
      ) : null}
    </div>
  )
}
