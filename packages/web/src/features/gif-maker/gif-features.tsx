/** Three cards about the features of the GIF maker. */
import { gifMessages } from '@filesmith/contract/messages/gif'
import { Clapperboard, Images, type LucideIcon, SlidersHorizontal } from 'lucide-react'
import { FeatureGrid } from '../../ui/feature-grid.tsx'

const icons: Readonly<Record<(typeof gifMessages.features)[number]['id'], LucideIcon>> = {
  video: Clapperboard,
  images: Images,
  control: SlidersHorizontal,
}

export function GifFeatures() {
  return <FeatureGrid features={gifMessages.features.map(card => ({ ...card, icon: icons[card.id] }))} />
}
