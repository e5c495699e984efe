CREATE TABLE "text_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"source_language" text,
	"target_language" text,
	"status" text DEFAULT 'waiting' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp with time zone,
	"translated" text DEFAULT '' NOT NULL,
	"pair" jsonb,
	"error_code" text,
	"error_params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "parts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "text_jobs_status_created" ON "text_jobs" USING btree ("status","created_at");