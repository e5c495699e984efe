/** Three cards about the features of the image resizer. */
import { resizeMessages } from '@filesmith/contract/messages/resize'
import { Images, type LucideIcon, Ruler, Sparkles } from 'lucide-react'
import { FeatureGrid } from '../../ui/feature-grid.tsx'

const icons: Readonly<Record<(typeof resizeMessages.features)[number]['id'], LucideIcon>> = {
  exact: Ruler,
  sharp: Sparkles,
  many: Images,
}

export function ResizeFeatures() {
  return <FeatureGrid features={resizeMessages.features.map(card => ({ ...card, icon: icons[card.id] }))} />
}
