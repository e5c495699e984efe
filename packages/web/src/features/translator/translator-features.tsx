/** Three cards about the features of the translator. */
import { translateMessages } from '@filesmith/contract/messages/translate'
import { FileText, Languages, type LucideIcon, ShieldCheck } from 'lucide-react'
import { FeatureGrid as Cards } from '../../ui/feature-grid.tsx'

const icons: Readonly<Record<(typeof translateMessages.features)[number]['id'], LucideIcon>> = {
  languages: Languages,
  documents: FileText,
  private: ShieldCheck,
}

export function TranslatorFeatures() {
  return <Cards features={translateMessages.features.map(card => ({ ...card, icon: icons[card.id] }))} />
}
