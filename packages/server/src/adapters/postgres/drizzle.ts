/**
 * drizzle-orm, loaded the quick way: for every file of a package written as ES modules Node reads its package.json anew, and this one
 * has 180 kB. The same code as CommonJS takes a sixth of the time, and our programs start in two thirds of it.
 */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

export const {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  getTableName,
  gt,
  gte,
  ilike,
  inArray,
  is,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  max,
  ne,
  notExists,
  notInArray,
  or,
  sql,
  sum,
  TransactionRollbackError,
} = require('drizzle-orm') as typeof import('drizzle-orm')
export const { readMigrationFiles } = require('drizzle-orm/migrator') as typeof import('drizzle-orm/migrator')
export const { drizzle } = require('drizzle-orm/node-postgres') as typeof import('drizzle-orm/node-postgres')
export const { migrate } =
  require('drizzle-orm/node-postgres/migrator') as typeof import('drizzle-orm/node-postgres/migrator')
export const {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  PgTable,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  unionAll,
  uniqueIndex,
  uuid,
} = require('drizzle-orm/pg-core') as typeof import('drizzle-orm/pg-core')

export type { AnyColumn, SQL } from 'drizzle-orm'
export type { MigrationMeta } from 'drizzle-orm/migrator'
export type { NodePgDatabase } from 'drizzle-orm/node-postgres'
