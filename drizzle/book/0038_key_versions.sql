CREATE TABLE `key_versions` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO `key_versions` (`id`, `version`) VALUES (1, random() >> 12);
--> statement-breakpoint
CREATE TRIGGER `key_versions_key_added` AFTER INSERT ON `api_keys` BEGIN
	UPDATE `key_versions` SET `version` = random() >> 12;
END;
--> statement-breakpoint
CREATE TRIGGER `key_versions_key_changed` AFTER UPDATE ON `api_keys` BEGIN
	UPDATE `key_versions` SET `version` = random() >> 12;
END;
--> statement-breakpoint
CREATE TRIGGER `key_versions_key_removed` AFTER DELETE ON `api_keys` BEGIN
	UPDATE `key_versions` SET `version` = random() >> 12;
END;
--> statement-breakpoint
CREATE TRIGGER `key_versions_user_changed` AFTER UPDATE ON `users` BEGIN
	UPDATE `key_versions` SET `version` = random() >> 12;
END;
--> statement-breakpoint
CREATE TRIGGER `key_versions_user_removed` AFTER DELETE ON `users` BEGIN
	UPDATE `key_versions` SET `version` = random() >> 12;
END;
