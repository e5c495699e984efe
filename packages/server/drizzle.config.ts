import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/adapters/postgres/schema.ts', './src/adapters/postgres/billing-schema.ts'],
  out: './src/adapters/postgres/migrations',
})
