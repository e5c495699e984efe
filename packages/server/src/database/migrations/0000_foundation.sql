CREATE TABLE "conversions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"owner_plan" text NOT NULL,
	"operation" text NOT NULL,
	"upload_id" uuid NOT NULL,
	"input_key" text NOT NULL,
	"file_name" text NOT NULL,
	"file_kind" text NOT NULL,
	"original_format" text NOT NULL,
	"converted_format" text NOT NULL,
	"original_size" bigint NOT NULL,
	"plan" jsonb NOT NULL,
	"job_id" uuid NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"percent" real DEFAULT 0 NOT NULL,
	"stage" text DEFAULT 'queued' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"result_key" text,
	"result_size" bigint,
	"error_code" text,
	"error_params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"operation" text,
	"file_name" text NOT NULL,
	"declared_bytes" bigint NOT NULL,
	"storage_key" text NOT NULL,
	"format" text,
	"lease_holder" text,
	"lease_until" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"engines" jsonb NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "conversions_owner_created" ON "conversions" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "conversions_status_expires" ON "conversions" USING btree ("status","expires_at");--> statement-breakpoint
CREATE INDEX "conversions_upload" ON "conversions" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "uploads_expires_at" ON "uploads" USING btree ("expires_at");