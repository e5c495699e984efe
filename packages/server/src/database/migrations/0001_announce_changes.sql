-- Whoever watches a conversion or waits for work is told by the database itself, so no statement can forget to.
CREATE FUNCTION announce_conversion() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		PERFORM pg_notify('filesmith-conversion-changed', NEW.id::text);
	END IF;
	IF NEW.status = 'queued' THEN
		PERFORM pg_notify('filesmith-job-waiting', NEW.id::text);
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER announce_conversion AFTER INSERT OR UPDATE ON conversions
	FOR EACH ROW EXECUTE FUNCTION announce_conversion();
