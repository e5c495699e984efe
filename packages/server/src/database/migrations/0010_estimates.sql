CREATE TABLE "estimates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"step" jsonb NOT NULL,
	"files" jsonb NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"bytes" bigint,
	"frames" integer DEFAULT 0 NOT NULL,
	"error_code" text,
	"error_params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "estimates_owner_id_unique" UNIQUE("owner_id")
);
--> statement-breakpoint
CREATE INDEX "estimates_status_created" ON "estimates" USING btree ("status","created_at");