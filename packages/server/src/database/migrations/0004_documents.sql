CREATE TABLE "conversion_inputs" (
	"conversion_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"upload_id" uuid NOT NULL,
	"input_key" text NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"modified_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversion_inputs_conversion_id_position_pk" PRIMARY KEY("conversion_id","position")
);
--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "file_count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "batch_position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "sealed_password" text;--> statement-breakpoint
ALTER TABLE "conversions" ADD COLUMN "notes" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "conversion_inputs" ADD CONSTRAINT "conversion_inputs_conversion_id_conversions_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."conversions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversion_inputs_upload" ON "conversion_inputs" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "conversions_batch" ON "conversions" USING btree ("batch_id");