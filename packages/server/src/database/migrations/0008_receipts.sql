CREATE TABLE "receipt_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversion_id" uuid NOT NULL,
	"upload_id" uuid,
	"kind" text NOT NULL,
	"format" text,
	"size_bytes" bigint,
	"stored_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"conversion_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"operation" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "receipt_files" ADD CONSTRAINT "receipt_files_conversion_id_receipts_conversion_id_fk" FOREIGN KEY ("conversion_id") REFERENCES "public"."receipts"("conversion_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipt_files_conversion" ON "receipt_files" USING btree ("conversion_id");--> statement-breakpoint
CREATE INDEX "receipt_files_upload" ON "receipt_files" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "receipt_files_stored" ON "receipt_files" USING btree ("expires_at") WHERE "receipt_files"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "receipts_owner" ON "receipts" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "receipts_requested" ON "receipts" USING btree ("requested_at");