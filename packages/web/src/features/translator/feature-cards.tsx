/** What the translator is good for, in three cards. */
import { translateMessages } from '@filesmith/contract/messages/translate'
import { FileText, Languages, type LucideIcon, ShieldCheck } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'

const icons: Readonly<Record<(typeof translateMessages.features)[number]['id'], LucideIcon>> = {
  languages: Languages,
  documents: FileText,
  private: ShieldCheck,
}

export function FeatureCards() {
  return (
    <ul className="grid gap-4 sm:grid-cols-3">
      {translateMessages.features.map(({ id, title, text }) => (
        <li key={id} className="rounded border border-line bg-surface p-4">
          <Icon of={icons[id]} sizePx={24} className="mb-2 text-ink-muted" />
          <h3 className="text-base">{title}</h3>
          <p className="mt-1 text-ink-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
