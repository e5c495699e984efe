/** The icon of each section of the account settings. */
import type { ProfileSectionId } from '@filesmith/contract/messages/profile'
import { ChartColumn, CreditCard, type LucideIcon, ShieldCheck, UserRound } from 'lucide-react'

export const sectionIcons: Readonly<Record<ProfileSectionId, LucideIcon>> = {
  account: UserRound,
  subscription: CreditCard,
  security: ShieldCheck,
  usage: ChartColumn,
}
