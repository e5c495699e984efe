import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './packages/server/src/adapters/postgres/schema.ts',
  out: './packages/server/src/adapters/postgres/migrations',
})
