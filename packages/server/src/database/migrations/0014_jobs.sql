CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"engines" text DEFAULT '' NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"owner" text,
	"owner_limit" integer DEFAULT 0 NOT NULL,
	"unique_key" text,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"retries_left" integer NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lease_until" timestamp with time zone,
	"output" text DEFAULT '' NOT NULL,
	"reply" jsonb,
	"error" jsonb,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "jobs_unique_key_unique" UNIQUE("unique_key")
);
--> statement-breakpoint
CREATE INDEX "jobs_next" ON "jobs" USING btree ("queue","engines","priority" DESC NULLS FIRST,"created_at") WHERE "jobs"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("queue","due_at") WHERE "jobs"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "jobs_running" ON "jobs" USING btree ("owner") WHERE "jobs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "jobs_waiting_owner" ON "jobs" USING btree ("owner") WHERE "jobs"."state" = 'waiting';