/** Icons of the admin sections. */
import type { AdminSectionId } from '@filesmith/contract/admin-sections'
import {
  Cog,
  Gauge,
  HardDrive,
  type LucideIcon,
  Mail,
  ScrollText,
  Server,
  TriangleAlert,
  UsersRound,
} from 'lucide-react'

export const adminSectionIcons: Readonly<Record<AdminSectionId, LucideIcon>> = {
  overview: Gauge,
  workers: Server,
  failures: TriangleAlert,
  users: UsersRound,
  messages: Mail,
  storage: HardDrive,
  engines: Cog,
  audit: ScrollText,
}
