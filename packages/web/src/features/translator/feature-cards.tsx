/** What the translator is good for, in three cards. */
import { translateMessages } from '@filesmith/contract/messages/translate'
import { FileText, Languages, type LucideIcon, ShieldCheck } from 'lucide-react'
import { FeatureGrid as Cards } from '../../ui/feature-grid.tsx'

const icons: Readonly<Record<(typeof translateMessages.features)[number]['id'], LucideIcon>> = {
  languages: Languages,
  documents: FileText,
  private: ShieldCheck,
}

export function FeatureCards() {
  return <Cards features={translateMessages.features.map(card => ({ ...card, icon: icons[card.id] }))} />
}
